bad-file-name = {$name} can’t be the name of a file. Choose one without signs such as /, : and *.
