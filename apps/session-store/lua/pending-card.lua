-- Fragment: the pending card. In `cards` stands by card id what became of each:
--   pending | superseded | expired | answered <run> <fingerprint> <turn> | cancelled <run> <fingerprint> <turn>
-- run and turn: the latest that was started under this claim. Fingerprint: of its action and answers. Beside it stand
-- `<card id>:body`, the card, and `<card id>:asker`, `<turn timeout in ms> <agent>` of the run that asked: its agent goes on.
-- @include session-changed

-- What becomes of the pending card; it is pending no more. Callers see to `session_changed`.
local function settle_card(base, card_id, fate)
  redis.call('HSET', base .. 'cards', card_id, fate)
  redis.call('HSET', base .. 'session', 'card', '', 'card_expires_at', '0')
end

-- The id of a session's pending card, nil = none. One whose time is over lapses first. `at`: see active-run.
local function pending_card(at)
  local found = redis.call('HMGET', at.base .. 'session', 'card', 'card_expires_at')
  local card_id = found[1]
  if not card_id or card_id == '' then
    return nil
  end
  local expires_at = tonumber(found[2])
  if expires_at > 0 and expires_at <= tonumber(at.now) then
    settle_card(at.base, card_id, 'expired')
    session_changed(at)
    return nil
  end
  return card_id
end
