-- Each certificate says which kind it is; before, the names of its parts gave it away.
UPDATE items SET certificate = '{"kind":"' || CASE
    WHEN json_exists(certificate, '$.options') THEN 'structure'
    WHEN json_exists(certificate, '$.grounds') THEN 'choice'
    WHEN json_exists(certificate, '$.ties') THEN 'support'
    WHEN json_exists(certificate, '$.models') THEN 'entailment'
    ELSE 'proof' END || '",' || substring(certificate, 2);
COMMENT ON COLUMN items.certificate IS
    'JSON that shows why the answer is right. Its kind: proof (steps of a proof, or two valuations that leave it open), choice (for each option what it follows from, or a valuation that refutes it), entailment (structures that leave it open, or a derivation), support (ties of propositions in an argument) or structure (structures and premises needed, of first-order tasks).';
