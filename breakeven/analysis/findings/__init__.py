"""What should be done next, each finding with its evidence.

The rules of the checks, what each needs, and a module for the findings of each subject.
"""
