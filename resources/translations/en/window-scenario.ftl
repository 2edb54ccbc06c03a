menu = R&un
