-- Fragment: whether a resume may have its card (protocol, section 4, Resume).
-- at       see active-run; its active_run has been called: an overdue run has failed by now
-- c        what the caller asked, see turn-start. met_card: its answers were read from a message that came when this card was pending
-- pending  the session's pending card, nil = none
-- Returns nil and the card's id, or the answer of turn-start that it is refused or joined with.
local function claim_card(at, c, pending)
  local function refused(code)
    return { 'refused', code, pending or '' }
  end
  if c.met_card and c.met_card ~= pending then
    -- Whoever wrote it has not seen the card that is pending now (decision 0009).
    return pending and refused('card_pending') or { 'recheck' }
  end
  local card_id = c.card_id or pending
  if not card_id then
    return refused('no_pending_card')
  end
  local state = redis.call('HGET', at.base .. 'cards', card_id)
  if not state or state == 'superseded' then
    return refused('card_stale')
  end
  if state == 'expired' then
    return refused('card_expired')
  end
  if state == 'pending' then
    if c.checked_card ~= card_id then
      return { 'recheck' }
    end
    if c.answers_invalid then
      return refused('answers_invalid')
    end
    return nil, card_id
  end

  local status, run_id, fingerprint, turn = string.match(state, '^(%S+) (%S+) (%S+) (%S+)$')
  if fingerprint ~= c.fingerprint then
    return refused(status == 'answered' and 'card_already_answered' or 'card_stale')
  end
  -- While a run is active there is no terminal.
  local latest = redis.call('HMGET', at.base .. 'session', 'latest_turn', 'terminal')
  local has_failed = latest[2] == 'error' or latest[2] == 'preempted'
  if latest[1] ~= turn or not has_failed then
    return { 'joined', run_id }
  end
  return nil, card_id
end
