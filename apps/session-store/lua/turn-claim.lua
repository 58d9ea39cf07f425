-- A worker takes a run: raises its attempt, shuts the older attempts out, takes the lease.
-- KEYS  1 session  2 run  3 lease  4 shown text
-- ARGV  1 base  2 log ttl in ms  3 session ttl in ms  4 run id  5 epoch  6 lease in ms
-- Returns {} = closed, absent, overdue, forsaken or of another epoch: there is nothing to do;
--         { 'held', ms } = its worker is alive, or was so lately, or those who follow it may come back (see forsaken): ask again
--         in so many ms;
--         else { attempt, seq, shown text, kind, turn, chat turn, agent, session, user, ms left,
--                answers merged up to this turn, latest turn with answers }
-- Losing a race: of two claims at once the later one finds it held. After a lapsed lease the later one holds the run, and
-- what the earlier one still writes is refused.
-- @include clock
-- @include active-run
-- @include unwatched
local at = { base = ARGV[1], log_ttl = ARGV[2], session_ttl = ARGV[3], now = now_ms() }
local active, forsaken_ms = active_run(at)
if active ~= ARGV[4] then
  return {}
end
local run = redis.call('HMGET', KEYS[2], 'epoch', 'kind', 'turn', 'chat_turn', 'agent_id', 'user_id', 'turn_timeout', 'seq')
if run[1] ~= ARGV[5] then
  return {}
end
local lease_ms = redis.call('PTTL', KEYS[3])
if lease_ms > 0 then
  return { 'held', string.format('%d', lease_ms) }
end
if is_unwatched(KEYS[2], at.now) then
  return { 'held', string.format('%d', forsaken_ms) }
end
local attempt = string.format('%d', redis.call('HINCRBY', KEYS[2], 'attempt', 1))
if attempt == '1' then
  redis.call('HSET', KEYS[1], 'deadline', ms_after(at.now, run[7]))
  redis.call('HSET', KEYS[2], 'deadline', ms_after(at.now, run[7]))
end
redis.call('HSET', KEYS[1], 'fence', ARGV[5] .. ':' .. attempt)
redis.call('SET', KEYS[3], attempt, 'PX', ARGV[6])
local session = redis.call('HMGET', KEYS[1], 'session_id', 'deadline', 'answers_upto', 'answered_turn')
local left_ms = string.format('%.0f', tonumber(session[2]) - tonumber(at.now))
keep_run(at, KEYS[2], left_ms)
return { attempt, run[8], redis.call('GET', KEYS[4]) or '', run[2], run[3], run[4], run[5], session[1], run[6], left_ms,
  session[3] or '0', session[4] or '0' }
