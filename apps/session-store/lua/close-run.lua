-- Fragment: the one way the active run ends. Whoever comes first wins; the terminal event is the commit: message, card, turn,
-- session and terminal event change here together, and the next waiting turn begins. Only for a run that is open.
-- at       see active-run
-- c.run_id
-- c.event  the terminal event as JSON      c.name  its name: end | preempted | error
-- c.card   { id, body (JSON), ttl (ms, '0' = as long as the session) } of the card that becomes pending; nil = none
-- c.tell   true = its worker does not know yet: tell it on the control channel
-- c.last   true = the caller sees to the waiting turns: none begins
-- Returns the run that has begun instead, '' = none
-- @include session-keys
-- @include waiting-turns
local function close_run(at, c)
  local session = at.base .. 'session'
  local run = at.base .. 'run:' .. c.run_id
  local head = redis.call('HMGET', run, 'turn', 'epoch', 'turn_timeout', 'agent_id')
  local keep_ms = tonumber(at.session_ttl)
  local events = {}
  if c.card then
    events[1] = { kind = 'stream', event = '{"event":"card","data":' .. c.card.body .. '}' }
  end
  events[#events + 1] = { kind = c.name == 'error' and 'error' or 'complete', event = c.event }

  local shown = redis.call('GET', run .. ':text') or ''
  if shown ~= '' or c.card then
    local flag = c.name == 'preempted' and 'preempted' or c.name == 'error' and 'failed' or ''
    redis.call('XADD', at.base .. 'messages', head[1] .. '-1', 'role', 'assistant', 'run', c.run_id, 'at', at.now,
      'content', shown, 'flag', flag, 'card_id', c.card and c.card.id or '')
  end
  if c.card then
    local expires_at = '0'
    if c.card.ttl ~= '0' then
      expires_at = ms_after(at.now, c.card.ttl)
      -- Longer than the card, so that a late answer hears of a lapsed card, not of an unknown session.
      keep_ms = math.max(keep_ms, tonumber(c.card.ttl) + tonumber(at.log_ttl))
    end
    redis.call('HSET', at.base .. 'cards', c.card.id, 'pending', c.card.id .. ':body', c.card.body,
      c.card.id .. ':asker', head[3] .. ' ' .. head[4])
    redis.call('HSET', session, 'card', c.card.id, 'card_expires_at', expires_at)
  end
  redis.call('HSET', session, 'active_run', '', 'deadline', '0', 'fence', head[2] .. ':closed', 'terminal', c.name)
  session_changed(at)
  seal_run(at, c.run_id, c.name, events)
  keep_session(at.base, string.format('%.0f', keep_ms))
  if c.tell then
    redis.call('PUBLISH', 'ai:handoff:control', '{"type":"cancel","run_id":"' .. c.run_id .. '"}')
  end
  return c.last and '' or begin_next(at)
end
