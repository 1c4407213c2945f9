"""Bank files: the return files in which a bank reports its titles. A person previews their effects, then applies them
once.
"""
