-- Fragment: turns that wait for the active one to end (on_active_turn: enqueue), first come first served, in the list `waiting`.
-- A waiting run is open and has neither epoch nor deadline: nobody can claim it. Its message waits with it, and takes its
-- place in the session when the turn begins, or ends without having begun.
-- @include seal-run
-- @include pending-card
local function place_message(at, turn, m)
  redis.call('XADD', at.base .. 'messages', turn .. '-0', 'role', 'user', 'run', m.run_id, 'at', at.now, 'user', m.user_id,
    'content', m.content, 'answers', m.answers or '', 'items', m.items or '', 'card_id', m.card_id or '',
    'action', m.action or '', 'chat_turn', m.chat_turn)
end

-- The turn is the session's active one from now on. Returns its epoch.
local function begin_turn(at, run_id, t)
  local session, run = at.base .. 'session', at.base .. 'run:' .. run_id
  local epoch = string.format('%.0f', math.max(tonumber(redis.call('HGET', session, 'epoch')) + 1, tonumber(at.now)))
  local deadline = ms_after(at.now, t.queue_timeout)
  redis.call('HSET', session, 'epoch', epoch, 'chat_turn', t.chat_turn, 'active_run', run_id, 'latest_run', run_id,
    'deadline', deadline, 'fence', epoch .. ':0', 'terminal', '')
  redis.call('HSET', run, 'epoch', epoch, 'deadline', deadline)
  if t.agent_id then
    redis.call('HSET', session, 'agent_id', t.agent_id)
  end
  session_changed(at)
  keep_run(at, run, t.queue_timeout)
  return epoch
end

-- nil = Redis has lost it.
local function waiting_turn(at, run_id)
  local t = redis.call('HMGET', at.base .. 'run:' .. run_id, 'turn', 'user_id', 'message', 'agent_id', 'queue_timeout',
    'on_pending_card', 'refused_waiting', 'status')
  return t[3] and { turn = t[1], chat_turn = t[1], user_id = t[2], content = t[3], agent_id = t[4], queue_timeout = t[5],
    on_pending_card = t[6], refused = t[7], is_open = t[8] == 'open', run_id = run_id }
end

-- Messages stand in the order of turns: that of a waiting turn follows the answer of the active one, not before it has ended.
local function place_waiting(at, t)
  place_message(at, t.turn, t)
  redis.call('HDEL', at.base .. 'run:' .. t.run_id, 'message')
end

-- Ends all turns that wait, none is active any more. Their messages were said.
local function end_waiting(at, event)
  for _, run_id in ipairs(redis.call('LRANGE', at.base .. 'waiting', 0, -1)) do
    local t = waiting_turn(at, run_id)
    if t then
      place_waiting(at, t)
    end
    if t and t.is_open then
      seal_run(at, run_id, 'preempted', { { kind = 'complete', event = event } })
    end
  end
  redis.call('UNLINK', at.base .. 'waiting')
end

-- Ends one turn that waits, behind a turn that goes on: it keeps its place, where its message is to stand. False = it does not wait.
local function end_one_waiting(at, run_id, name, event)
  local t = redis.call('LPOS', at.base .. 'waiting', run_id) and waiting_turn(at, run_id)
  if not t or not t.is_open then
    return false
  end
  seal_run(at, run_id, name, { { kind = name == 'error' and 'error' or 'complete', event = event } })
  return true
end

-- Its message will not be placed.
local function forget_waiting(at, run_id)
  redis.call('LREM', at.base .. 'waiting', 1, run_id)
end

-- The active turn has ended: the next one begins. One that may not, because a card is pending now, is refused, and its
-- message with it: it was said before the card was shown, so it is no answer to it either (decision 0009). Workers hear of
-- the one that has begun and enqueue its job. Returns the run that has begun, '' = none.
local function begin_next(at)
  while true do
    local run_id = redis.call('LPOP', at.base .. 'waiting')
    if not run_id then
      return ''
    end
    local t = waiting_turn(at, run_id)
    local pending = pending_card(at)
    if t and t.is_open and pending and t.on_pending_card ~= 'supersede' then
      seal_run(at, run_id, 'error', { { kind = 'error', event = t.refused } })
    elseif t then
      place_waiting(at, t)
    end
    if t and t.is_open and not (pending and t.on_pending_card ~= 'supersede') then
      if pending then
        settle_card(at.base, pending, 'superseded')
      end
      begin_turn(at, run_id, t)
      redis.call('PUBLISH', 'ai:handoff:control', '{"type":"begun","run_id":"' .. run_id .. '","thread_id":"'
        .. string.match(at.base, '{(.*)}') .. '"}')
      return run_id
    end
  end
end
