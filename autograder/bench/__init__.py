"""How fast grading is: against nbgrader on the same files, and against the least that running them can cost."""
