"""The quiz: legal or not?"""
