"""What the other subjects are built on: the instruction set in use, and how C loops become gufuncs."""
