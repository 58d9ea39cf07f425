-- A worker takes a run: raises its attempt, shuts the older attempts out, takes the lease.
-- KEYS  1 session  2 run  3 lease  4 shown text
-- ARGV  1 epoch  2 lease in ms  3 base  4 log ttl in ms
-- Returns {} = closed, absent, overdue or of another epoch: there is nothing to do;
--         else { attempt, seq, shown text, kind, turn, chat turn, agent, session, user, ms left, answers merged up to }
-- Losing a race: of two claims the later one holds the run; what the earlier one still writes is refused.
-- @include clock
-- @include active-run
local now = now_ms()
local run = redis.call('HMGET', KEYS[2], 'status', 'epoch', 'kind', 'turn', 'chat_turn', 'agent_id', 'turn_timeout', 'seq', 'attempt', 'user_id')
if run[1] ~= 'open' or run[2] ~= ARGV[1] or not active_run(ARGV[3], now, ARGV[4]) then
  return {}
end
local attempt = tostring(redis.call('HINCRBY', KEYS[2], 'attempt', 1))
local session = redis.call('HMGET', KEYS[1], 'session_id', 'deadline', 'answers_upto')
local deadline = tonumber(session[2])
if attempt == '1' then
  deadline = tonumber(now) + tonumber(run[7])
  redis.call('HSET', KEYS[1], 'deadline', string.format('%.0f', deadline))
end
redis.call('HSET', KEYS[1], 'fence', ARGV[1] .. ':' .. attempt)
redis.call('SET', KEYS[3], attempt, 'PX', ARGV[2])
return { attempt, run[8], redis.call('GET', KEYS[4]) or '', run[3], run[4], run[5], run[6], session[1], run[10],
  string.format('%.0f', deadline - tonumber(now)), session[3] or '0' }
