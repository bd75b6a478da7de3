-- Accuracy with 95% intervals
SELECT dataset, model, prompt, n, value, low, high
FROM accuracy
WHERE origin = 'measured' AND probe IS NULL
ORDER BY dataset, value DESC;

-- At which depth does each respondent break?
SELECT dataset, model, cell::INTEGER AS depth, n, value, low, high
FROM accuracy_by_trait
WHERE trait = 'depth' AND origin = 'measured' AND probe IS NULL
ORDER BY dataset, model, depth;

-- Which wrong answer is given instead of which right one?
SELECT model, gold, answer, sum(n)::BIGINT AS n
FROM answers
WHERE answer <> gold
GROUP BY ALL ORDER BY n DESC, model, gold, answer;

-- Which items does nobody but the solver get right?
SELECT dataset, idx, depth, gold, count(*) AS n_answers
FROM item_responses
WHERE kind <> 'oracle' AND probe IS NULL
GROUP BY ALL HAVING NOT bool_or(is_right)
ORDER BY dataset, depth, idx;

-- What do papers report, and what comes out when it is computed again?
SELECT dataset, model, prompt, string_agg(origin || ' ' || round(value, 3), ', ' ORDER BY origin) AS accuracy
FROM leaderboard
WHERE metric = 'accuracy' AND origin <> 'measured' AND language IS NULL
GROUP BY ALL HAVING count(DISTINCT origin) > 1
ORDER BY dataset, model, prompt;

-- Do other procedures derive the same labels?
SELECT d.name, v.methods, v.solver, count(*) AS n, count(*) FILTER (v.agreed) AS n_agreed
FROM verifications v JOIN items i USING (item_id) JOIN datasets d USING (dataset_id)
GROUP BY ALL ORDER BY ALL;

-- What can be scored without inference?
SELECT d.name, a.name AS "check", a.accuracy, a.n, a.bound, a.limit_value, a.p, a.passed
FROM audits a JOIN datasets d USING (dataset_id)
WHERE a.scope = 'all'
ORDER BY d.name, a.accuracy DESC;
