"""What the law wants known of people and money: KYC, lists, screening, rules."""
