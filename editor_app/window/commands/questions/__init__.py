"""What commands ask and show in dialogs, as data."""
