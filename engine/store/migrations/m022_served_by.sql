-- What answered: each reply keeps what its endpoint says of itself, and each run its server and weights.
ALTER TABLE responses ADD COLUMN served_model VARCHAR;
ALTER TABLE responses ADD COLUMN fingerprint VARCHAR;
ALTER TABLE responses ADD COLUMN provider VARCHAR;
ALTER TABLE responses ADD COLUMN cached_tokens INTEGER;
ALTER TABLE responses ADD COLUMN reasoning_tokens INTEGER;
ALTER TABLE responses ADD COLUMN cost_usd DOUBLE;
ALTER TABLE responses ADD COLUMN logprobs VARCHAR;
ALTER TABLE responses ADD COLUMN scores VARCHAR;
ALTER TABLE runs ADD COLUMN server VARCHAR;
ALTER TABLE runs ADD COLUMN weights VARCHAR;
COMMENT ON COLUMN responses.raw IS
    'The reply, unaltered; of an answer by likelihood, the stated answer with the highest score. Never to be interpreted as HTML, SQL or code.';
COMMENT ON COLUMN responses.served_model IS 'The model that answered, as the endpoint names it.';
COMMENT ON COLUMN responses.fingerprint IS 'The system fingerprint that the endpoint gives.';
COMMENT ON COLUMN responses.provider IS 'The provider that a gateway names.';
COMMENT ON COLUMN responses.cached_tokens IS 'Tokens sent that the endpoint had cached.';
COMMENT ON COLUMN responses.reasoning_tokens IS 'Tokens received that are reasoning.';
COMMENT ON COLUMN responses.cost_usd IS 'The cost in US dollars that the endpoint gives.';
COMMENT ON COLUMN responses.logprobs IS
    'JSON: per token its text, its log-probability, and an object of the alternatives with theirs; NULL if not asked for.';
COMMENT ON COLUMN responses.scores IS
    'JSON of an answer by likelihood: the log-probability of each stated answer by its key; NULL for answers by text.';
COMMENT ON COLUMN runs.server IS 'Software and version of the server, if it names them.';
COMMENT ON COLUMN runs.weights IS
    'JSON of the file of weights: SHA-256, size, architecture, quantisation and chat template; NULL if not named.';
