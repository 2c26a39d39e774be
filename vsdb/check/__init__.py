"""Checking a list: its verdict, its repair, its sample hands, teams of lists."""
