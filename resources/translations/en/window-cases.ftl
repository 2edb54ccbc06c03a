clock = Clock
folder = Folder
model = Model
