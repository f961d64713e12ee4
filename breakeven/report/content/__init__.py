"""What a report says: one record, gathered from the owners of the pages' numbers.

Each module gathers one part of it from results that pages show too; no format is known here.
"""
