"""Registration: players come and go, wait for a place, agree to who reads their lists, and find their own page."""
