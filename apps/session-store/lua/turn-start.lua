-- Starts a turn, or says which run already answers the request, or why it may not start.
-- KEYS  1 session  2 messages  3 cards  4 run  5 run log  6 shown text  7 runs  [8 idempotency key]
-- ARGV  1 base 'parley:{<thread>}:'  2 log ttl in ms  3 session ttl in ms
--       4 the user's text  5 answers, as stored in the message  6 answers by item  7 handoff message
--       8, 9 the run event before and after its turn number  10 the preempted event for the run it pre-empts
--       11, 12 the error events for whoever finds it overdue: waiting, working
--       13 the error event for a turn that waited and may not begin: a card is pending
--       14… name, value, name, value… of what else is asked (start-turn-args.ts); a name that is missing is nil
-- Returns { 'started', turn, epoch; '' = it waits behind the active turn } | { 'joined', run_id }
--         { 'refused', code, pending card ('' = none) }
--         { 'recheck' } = the pending card is another than the one the answers were checked against; or none is pending any more,
--         and they were read from a message
-- Losing a race: of two starts at once the later one meets the earlier as the active run (its policy decides); of two
-- resumes of one card the later one joins (same answers) or is refused. A message that was to answer a card (`met_card`)
-- and comes too late is one like any other.
-- @include clock
-- @include active-run
-- @include claim-card
-- @include undo-start
local at = { base = ARGV[1], log_ttl = ARGV[2], session_ttl = ARGV[3], now = now_ms() }
local c = {}
for i = 14, #ARGV, 2 do
  c[ARGV[i]] = ARGV[i + 1]
end

if redis.call('EXISTS', KEYS[4]) == 1 then
  return { 'joined', c.run_id }
end
if KEYS[8] then
  local used = redis.call('HMGET', KEYS[8], 'run_id', 'fingerprint')
  if used[1] then
    return used[2] == c.idempotency_fingerprint and { 'joined', used[1] } or { 'refused', 'idempotency_mismatch', '' }
  end
end

local exists = redis.call('EXISTS', KEYS[1]) == 1
if not exists and c.kind == 'resume' then
  return { 'refused', 'session_not_found', '' }
end
local active = active_run(at)
local pending = pending_card(at)
local claimed
if c.kind == 'resume' then
  local answer
  answer, claimed = claim_card(at, c, pending)
  if answer then
    return answer
  end
elseif active and c.on_active_turn == 'reject' then
  return { 'refused', 'turn_active', '' }
elseif pending and c.on_pending_card ~= 'supersede' then
  return { 'refused', 'card_pending', pending }
end

-- From here on it starts, whatever comes.
local waits = active and c.on_active_turn == 'enqueue'
if active and not waits then
  close_run(at, { run_id = active, name = 'preempted', event = ARGV[10], tell = true, last = true })
  end_waiting(at, ARGV[10])
end
if not exists then
  redis.call('HSET', KEYS[1], 'session_id', c.session_id, 'user_id', c.user_id, 'title', '', 'created_at', at.now,
    'epoch', begin_session(at.base, at.now))
end
local before = redis.call('HMGET', KEYS[1], 'turn', 'chat_turn', 'title')
local turn = string.format('%d', tonumber(before[1] or 0) + 1)
local chat_turn = c.kind == 'chat' and turn or before[2] or turn
keep_for_undo(at, c.run_id, claimed or pending)
redis.call('HSET', KEYS[1], 'turn', turn, 'latest_turn', turn)
-- Also after a first message that was taken back.
if before[3] == '' and redis.call('XLEN', KEYS[2]) == 0 then
  redis.call('HSET', KEYS[1], 'title', c.title or '')
  redis.call('HSET', KEYS[4], 'undo_title', '1')
end
session_changed(at)
if c.kind == 'resume' then
  redis.call('HSET', KEYS[1], 'answered_turn', turn)
  local status = c.action == 'cancel' and 'cancelled' or 'answered'
  settle_card(at.base, claimed, table.concat({ status, c.run_id, c.fingerprint, turn }, ' '))
elseif pending then
  settle_card(at.base, pending, 'superseded')
end

redis.call('HSET', KEYS[4], 'status', 'open', 'attempt', '0', 'seq', '0', 'turn', turn, 'chat_turn', chat_turn,
  'kind', c.kind, 'agent_id', c.agent_id, 'user_id', c.user_id, 'on_disconnect', c.on_disconnect, 'grace', c.disconnect_grace,
  'turn_timeout', c.turn_timeout, 'handoff', ARGV[7], 'overdue_waiting', ARGV[11], 'overdue_working', ARGV[12])
redis.call('SET', KEYS[6], '')
redis.call('ZADD', KEYS[7], 'inf', c.run_id)
-- Whoever starts it is about to follow it ('+'; '-' is who has left); if they die before, the grace counts from here.
redis.call('ZADD', KEYS[4] .. ':viewers', at.now, '+')
append_lines(KEYS[4], KEYS[5], 'ai:handoff:agent-chat:' .. c.run_id, '1',
  '{"kind":"stream","sourceMessageId":"' .. c.run_id .. '","sequence":1,"event":' .. ARGV[8] .. turn .. ARGV[9] .. '}')

local epoch = ''
if waits then
  redis.call('HSET', KEYS[4], 'message', ARGV[4], 'queue_timeout', c.queue_timeout, 'on_pending_card', c.on_pending_card,
    'refused_waiting', ARGV[13])
  redis.call('RPUSH', at.base .. 'waiting', c.run_id)
  keep_run(at, KEYS[4], c.queue_timeout)
else
  place_message(at, turn, { run_id = c.run_id, user_id = c.user_id, content = ARGV[4], answers = ARGV[5], items = ARGV[6],
    card_id = claimed, action = c.action, chat_turn = chat_turn })
  epoch = begin_turn(at, c.run_id, { chat_turn = chat_turn, queue_timeout = c.queue_timeout,
    agent_id = c.kind == 'chat' and c.agent_id or nil })
end

if KEYS[8] then
  local index = at.base .. 'idempotency'
  redis.call('HSET', KEYS[8], 'run_id', c.run_id, 'fingerprint', c.idempotency_fingerprint)
  redis.call('PEXPIRE', KEYS[8], c.idempotency_ttl)
  redis.call('ZREMRANGEBYSCORE', index, '-inf', at.now)
  local name = string.sub(KEYS[8], #at.base + 1)
  redis.call('ZADD', index, ms_after(at.now, c.idempotency_ttl), name)
  redis.call('HSET', KEYS[4], 'undo_key', name)
  redis.call('PEXPIRE', index, c.idempotency_ttl)
end
return { 'started', turn, epoch }
