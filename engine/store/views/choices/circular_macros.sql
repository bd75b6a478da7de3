-- The metrics over the rotations of single choices (DivLogicEval, §2.2 and Appendix F), with the
-- logarithm to base k. With m(o) of the k rotations answered by the option o, and every unanswered
-- rotation an outcome of its own, the part of Equation 2 in brackets is
--     1 + sum p(o) log_k p(o) = sum m(o) ln m(o) / (k ln k),   for p(o) = m(o) / k, sum m(o) = k:
-- options chosen once and unanswered rotations add nothing to it.
CREATE OR REPLACE MACRO certainty(counts, k) AS
    coalesce(list_sum([
        CASE WHEN m > 1 THEN m * ln(m) ELSE 0 END
        for m in [((counts >> (5 * place)) & 31)::DOUBLE for place in range(k::BIGINT)]
    ]), 0) / (k * ln(k));
COMMENT ON MACRO certainty IS
    'One minus the entropy, to base k, of the options chosen in k rotations; counts holds five bits per option.';

CREATE OR REPLACE MACRO partial_circular(n_right, k, certainty, alpha := 1) AS
    n_right / k * ((1 - alpha) + alpha * certainty);
COMMENT ON MACRO partial_circular IS
    'PartialCircular of one item with weight alpha on certainty: 1 gives the metric itself, 0 gives n_right / k.';

-- Chance: each rotation guessed independently and uniformly. The number of times an option is chosen
-- is binomial with k trials and share 1/k; by symmetry each option earns 1/k of the credit.
CREATE OR REPLACE MACRO chance_partial_circular(k, alpha := 1) AS
    1 / k * ((1 - alpha) + alpha * list_sum([
        exp(lgamma(k + 1) - lgamma(m + 1) - lgamma(k - m + 1) - m * ln(k)
            + CASE WHEN m < k THEN (k - m) * ln(1 - 1 / k) ELSE 0 END)
        * CASE WHEN m > 1 THEN m * ln(m) ELSE 0 END
        for m in range(k::BIGINT + 1)
    ]) / ln(k));
COMMENT ON MACRO chance_partial_circular IS
    'Expected PartialCircular of an item whose k rotations are guessed independently.';

CREATE OR REPLACE MACRO chance_circular(k) AS pow(1 / k, k);
COMMENT ON MACRO chance_circular IS
    'Expected Circular of an item whose k rotations are guessed independently.';

CREATE OR REPLACE MACRO shown_position(key, rotation, k) AS
    (ascii(key) - ascii('A') - rotation + k) % k;
COMMENT ON MACRO shown_position IS
    'Position, from 0, where a rotation of k options shows the option with this key.';

-- The traits of the breakdowns; NULL if the item's family lacks them.
CREATE OR REPLACE MACRO choice_traits(
    split, gold, question_type, rule, skill, logic, structure, "domain", depth, height, n_premises, n_atoms
) AS [
    {trait: 'split', cell: split}, {trait: 'gold', cell: gold},
    {trait: 'question_type', cell: question_type}, {trait: 'rule', cell: rule},
    {trait: 'skill', cell: skill}, {trait: 'logic', cell: logic},
    {trait: 'structure', cell: structure}, {trait: 'domain', cell: "domain"},
    {trait: 'depth', cell: depth::VARCHAR}, {trait: 'height', cell: height::VARCHAR},
    {trait: 'n_premises', cell: n_premises::VARCHAR}, {trait: 'n_atoms', cell: n_atoms::VARCHAR}
];
COMMENT ON MACRO choice_traits IS 'The traits of a single choice, as a list of trait and cell.';
