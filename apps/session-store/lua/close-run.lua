-- Fragment: the one way a run ends. Whoever comes first wins; the terminal event is the commit: message, card, turn,
-- session and terminal event change here together. Only for a run that is open, which is its session's active one.
-- at       see active-run
-- c.run_id
-- c.event  the terminal event as JSON      c.name  its name: end | preempted | error
-- c.card   { id, body (JSON), ttl (ms, '0' = as long as the session) } of the card that becomes pending; nil = none
-- c.tell   true = its worker does not know yet: tell it on the control channel
-- @include append-lines
-- @include session-keys
local function close_run(at, c)
  local session = at.base .. 'session'
  local run = at.base .. 'run:' .. c.run_id
  local log, text = run .. ':log', run .. ':text'
  local head = redis.call('HMGET', run, 'seq', 'turn', 'epoch')
  local seq, turn = tonumber(head[1]), head[2]
  local keep_ms = tonumber(at.session_ttl)

  local function envelope(kind, event)
    seq = seq + 1
    return '{"kind":"' .. kind .. '","sourceMessageId":"' .. c.run_id .. '","sequence":' .. string.format('%d', seq)
      .. ',"event":' .. event .. '}'
  end
  local lines = ''
  if c.card then
    lines = envelope('stream', '{"event":"card","data":' .. c.card.body .. '}') .. '\n'
  end
  lines = lines .. envelope(c.name == 'error' and 'error' or 'complete', c.event)

  local shown = redis.call('GET', text) or ''
  if shown ~= '' or c.card then
    local flag = c.name == 'preempted' and 'preempted' or c.name == 'error' and 'failed' or ''
    redis.call('XADD', at.base .. 'messages', turn .. '-1', 'role', 'assistant', 'run', c.run_id, 'at', at.now,
      'content', shown, 'flag', flag, 'card_id', c.card and c.card.id or '')
  end
  if c.card then
    local expires_at = '0'
    if c.card.ttl ~= '0' then
      expires_at = ms_after(at.now, c.card.ttl)
      -- Longer than the card, so that a late answer hears of a lapsed card, not of an unknown session.
      keep_ms = math.max(keep_ms, tonumber(c.card.ttl) + tonumber(at.log_ttl))
    end
    redis.call('HSET', at.base .. 'cards', c.card.id, 'pending', c.card.id .. ':body', c.card.body)
    redis.call('HSET', session, 'card', c.card.id, 'card_expires_at', expires_at)
  end
  redis.call('HSET', session, 'active_run', '', 'deadline', '0', 'fence', head[3] .. ':closed', 'terminal', c.name,
    'updated_at', at.now)

  append_lines(run, log, 'ai:handoff:agent-chat:' .. c.run_id, string.format('%d', seq), lines)
  redis.call('HSET', run, 'status', 'closed', 'terminal', c.name)
  redis.call('HDEL', run, 'handoff', 'overdue_waiting', 'overdue_working')
  redis.call('PEXPIRE', run, at.log_ttl)
  redis.call('PEXPIRE', log, at.log_ttl)
  redis.call('UNLINK', text, run .. ':lease', run .. ':viewers')
  redis.call('ZREMRANGEBYSCORE', at.base .. 'runs', '-inf', at.now)
  redis.call('ZADD', at.base .. 'runs', ms_after(at.now, at.log_ttl), c.run_id)
  keep_session(at.base, string.format('%.0f', keep_ms))
  if c.tell then
    redis.call('PUBLISH', 'ai:handoff:control', '{"type":"cancel","run_id":"' .. c.run_id .. '"}')
  end
end
