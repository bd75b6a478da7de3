ALTER TABLE audits ADD COLUMN effective_n DOUBLE;
ALTER TABLE audits ADD COLUMN p DOUBLE;
ALTER TABLE audits ADD COLUMN bound DOUBLE;
COMMENT ON COLUMN audits.effective_n IS
    'Number of independent items that are as informative, given that items of a group are alike; NULL in audits of former versions.';
COMMENT ON COLUMN audits.p IS
    'Probability of such an accuracy at the limit, adjusted for all checks of the audit (Holm); NULL without a limit.';
COMMENT ON COLUMN audits.bound IS
    'Lower bound of the accuracy; those of all checks hold together with 95% confidence (Holm).';
COMMENT ON COLUMN audits.limit_value IS 'What the lower bound may not exceed; NULL if the shortcut is only reported.';
COMMENT ON COLUMN audits.passed IS 'Whether the lower bound is within the limit.';
