-- Fragment: the one way a run ends. Whoever comes first wins; the terminal event is the commit: message, card, turn,
-- session and terminal event change here together.
-- c.base     'parley:{<thread>}:'          c.run_id
-- c.event    the terminal event as JSON    c.name      its name: end | preempted | error
-- c.card_event, c.card_id, c.card, c.card_expires_at   with a card that becomes pending ('' = none)
-- c.log_ttl  ms that the log stays readable             c.now     ms
-- c.tell     true = its worker does not know yet: tell it on the control channel
-- @include append-lines
local function close_run(c)
  local session = c.base .. 'session'
  local run = c.base .. 'run:' .. c.run_id
  local log, text = run .. ':log', run .. ':text'
  local head = redis.call('HMGET', run, 'seq', 'turn', 'epoch')
  local seq, turn = tonumber(head[1]), head[2]

  local function envelope(kind, event)
    seq = seq + 1
    return '{"kind":"' .. kind .. '","sourceMessageId":"' .. c.run_id .. '","sequence":' .. string.format('%d', seq)
      .. ',"event":' .. event .. '}'
  end
  local lines = ''
  if c.card_event then
    lines = envelope('stream', c.card_event) .. '\n'
  end
  lines = lines .. envelope(c.name == 'error' and 'error' or 'complete', c.event)

  local shown = redis.call('GET', text) or ''
  if shown ~= '' or c.card_id then
    local flag = c.name == 'preempted' and 'preempted' or c.name == 'error' and 'failed' or ''
    redis.call('XADD', c.base .. 'messages', turn .. '-1', 'role', 'assistant', 'run', c.run_id, 'at', c.now, 'content', shown,
      'flag', flag, 'card_id', c.card_id or '')
  end
  if c.card_id then
    redis.call('HSET', c.base .. 'cards', c.card_id, 'pending ' .. turn, c.card_id .. ':body', c.card)
    redis.call('PEXPIRE', c.base .. 'cards', redis.call('PTTL', session))
    redis.call('HSET', session, 'card', c.card_id, 'card_expires_at', c.card_expires_at)
  end
  redis.call('HSET', session, 'active_run', '', 'deadline', '0', 'fence', head[3] .. ':closed', 'terminal', c.name, 'updated_at', c.now)

  append_lines(run, log, 'ai:handoff:agent-chat:' .. c.run_id, string.format('%d', seq), lines)
  redis.call('HSET', run, 'status', 'closed', 'terminal', c.name)
  redis.call('HDEL', run, 'handoff', 'overdue_waiting', 'overdue_working')
  redis.call('PEXPIRE', run, c.log_ttl)
  redis.call('PEXPIRE', log, c.log_ttl)
  redis.call('UNLINK', text, run .. ':lease')
  redis.call('ZREMRANGEBYSCORE', c.base .. 'runs', '-inf', c.now)
  redis.call('ZADD', c.base .. 'runs', string.format('%.0f', tonumber(c.now) + tonumber(c.log_ttl)), c.run_id)
  if c.tell then
    redis.call('PUBLISH', 'ai:handoff:control', '{"type":"cancel","run_id":"' .. c.run_id .. '"}')
  end
end
