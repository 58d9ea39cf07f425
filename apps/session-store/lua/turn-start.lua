-- Starts a turn, or says which run already answers the request, or why it may not start.
-- KEYS  1 session  2 messages  3 cards  4 run  5 run log  6 shown text  7 runs  [8 idempotency key]
-- ARGV  1 base 'parley:{<thread>}:'   2 control (JSON, see turn-start.ts)   3 the user's text   4 answers, as stored in the message
--       5 answers by item   6 handoff message   7, 8 the run event before and after its turn number
--       9 the preempted event for the run it pre-empts   10, 11 the events for whoever finds it overdue: waiting, working
-- Returns { 'started', turn, epoch } | { 'joined', run_id } | { 'refused', code } | { 'recheck' } = the pending card is
-- another than the one the answers were checked against.
-- Losing a race: of two starts at once the later one meets the earlier as the active run (its policy decides); of two
-- resumes of one card the later one joins (same answers) or is refused.
-- @include clock
-- @include active-run
-- @include pending-card
local base, c = ARGV[1], cjson.decode(ARGV[2])
local now = now_ms()

if redis.call('EXISTS', KEYS[4]) == 1 then
  return { 'joined', c.run_id }
end
if KEYS[8] then
  local used = redis.call('HMGET', KEYS[8], 'run_id', 'fingerprint')
  if used[1] then
    if used[2] ~= c.idempotency_fingerprint then
      return { 'refused', 'idempotency_mismatch' }
    end
    return { 'joined', used[1] }
  end
end

local exists = redis.call('EXISTS', KEYS[1]) == 1
if not exists and c.kind == 'resume' then
  return { 'refused', 'session_not_found' }
end
local active = active_run(base, now, c.log_ttl)
local pending = pending_card(base, now)
local fate

if c.kind == 'resume' then
  local card_id = c.card_id or pending
  if not card_id then
    return { 'refused', 'no_pending_card' }
  end
  local known = redis.call('HGET', KEYS[3], card_id)
  local status = known and string.match(known, '^%S+')
  if not known or status == 'superseded' then
    return { 'refused', 'card_stale' }
  elseif status == 'expired' then
    return { 'refused', 'card_expired' }
  elseif status == 'answered' or status == 'cancelled' then
    local claimed_by, fingerprint, turn = string.match(known, '^%S+ (%S+) (%S+) %d+ (%d+)$')
    if fingerprint ~= c.fingerprint then
      return { 'refused', status == 'answered' and 'card_already_answered' or 'card_stale' }
    end
    local latest = redis.call('HMGET', KEYS[1], 'turn', 'terminal')
    local failed = not active and latest[1] == turn and (latest[2] == 'error' or latest[2] == 'preempted')
    if not failed then
      return { 'joined', claimed_by }
    end
  elseif c.checked_card ~= card_id then
    return { 'recheck' }
  end
  local card_turn = string.match(known, '^pending (%d+)$') or string.match(known, '(%d+) %d+$')
  fate = { card_id = card_id, status = c.action == 'cancel' and 'cancelled' or 'answered', card_turn = card_turn }
else
  if active and c.on_active_turn == 'reject' then
    return { 'refused', 'turn_active' }
  end
  if pending and c.on_pending_card == 'reject' then
    return { 'refused', 'card_pending' }
  end
end

if active then
  close_run({ base = base, run_id = active, name = 'preempted', event = ARGV[9], log_ttl = c.log_ttl, now = now, tell = true })
end
local before = redis.call('HMGET', KEYS[1], 'turn', 'epoch', 'chat_turn')
local turn = string.format('%d', (tonumber(before[1]) or 0) + 1)
local epoch = string.format('%.0f', math.max((tonumber(before[2]) or 0) + 1, tonumber(now)))
local chat_turn = c.kind == 'chat' and turn or before[3] or turn
local deadline = string.format('%.0f', tonumber(now) + c.queue_timeout)

if not exists then
  redis.call('HSET', KEYS[1], 'session_id', c.session_id, 'user_id', c.user_id, 'title', '', 'created_at', now)
end
redis.call('HSET', KEYS[1], 'turn', turn, 'epoch', epoch, 'chat_turn', chat_turn, 'active_run', c.run_id, 'latest_run', c.run_id,
  'deadline', deadline, 'fence', epoch .. ':0', 'terminal', '', 'updated_at', now)
if c.kind == 'chat' then
  redis.call('HSET', KEYS[1], 'agent_id', c.agent_id)
  if pending then
    settle_card(base, pending, 'superseded')
  end
else
  settle_card(base, fate.card_id, table.concat({ fate.status, c.run_id, c.fingerprint, fate.card_turn, turn }, ' '))
end
redis.call('XADD', KEYS[2], turn .. '-0', 'role', 'user', 'run', c.run_id, 'at', now, 'user', c.user_id, 'content', ARGV[3],
  'answers', ARGV[4], 'items', ARGV[5], 'card_id', fate and fate.card_id or '', 'action', c.action or '', 'chat_turn', chat_turn)

redis.call('HSET', KEYS[4], 'status', 'open', 'epoch', epoch, 'attempt', '0', 'seq', '0', 'turn', turn, 'chat_turn', chat_turn,
  'kind', c.kind, 'agent_id', c.agent_id, 'user_id', c.user_id, 'on_disconnect', c.on_disconnect, 'turn_timeout', c.turn_timeout, 'handoff', ARGV[6],
  'overdue_waiting', ARGV[10], 'overdue_working', ARGV[11])
redis.call('SET', KEYS[6], '')
redis.call('ZADD', KEYS[7], 'inf', c.run_id)
append_lines(KEYS[4], KEYS[5], 'ai:handoff:agent-chat:' .. c.run_id, '1',
  '{"kind":"stream","sourceMessageId":"' .. c.run_id .. '","sequence":1,"event":' .. ARGV[7] .. turn .. ARGV[8] .. '}')
if KEYS[8] then
  redis.call('HSET', KEYS[8], 'run_id', c.run_id, 'fingerprint', c.idempotency_fingerprint)
  redis.call('PEXPIRE', KEYS[8], c.idempotency_ttl)
end
for i = 1, 7 do
  redis.call('PEXPIRE', KEYS[i], c.session_ttl)
end
return { 'started', turn, epoch }
