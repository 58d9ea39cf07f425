-- Included by every script of this folder: how a thread's two keys are laid out, and who may write them.
--
-- KEYS[1] hash, the bodies (US is the byte 0x1F; no namespace and no id holds one):
--   c US <ns> US <id>                      a checkpoint: cmsgpack { seq, parent, head, parents, refs }
--   b US <ns> US <id> US <channel>         a channel's value, under the id of the checkpoint that wrote it: two runs
--                                          that overlap give a channel the same version, but never the same id
--   w US <ns> US <id> US <task> US <idx>   a pending write: cmsgpack { task, idx, path, channel, value }
--   seq                                    how many checkpoints were ever written
--   fence                                  the fence of the last writer
-- KEYS[2] sorted set, every score 0, so that a range of it is a prefix:
--   c US <ns> US <seq> US <id>             in the order of writing: ids hold the clock of whichever machine made them
--   w US <ns> US <id> US <task> US <idx>   the field of the same name
--
-- refs: channel → '=' and the value, or '@' and the id of the checkpoint that wrote it. Values and heads are opaque
-- here: cjson would spoil [] and long numbers.
local US, AFTER_US = '\31', '\32'
local bodies, index = KEYS[1], KEYS[2]
local call = redis.call

local function path(...)
  return table.concat({ ... }, US)
end

-- The members that begin with `prefix` and a US.
local function below(prefix)
  return call('ZRANGEBYLEX', index, '[' .. prefix .. US, '(' .. prefix .. AFTER_US)
end

-- The checkpoints of a namespace, latest first; a negative count is all of them.
local function latest(ns, offset, count)
  local prefix = path('c', ns)
  return call('ZREVRANGEBYLEX', index, '(' .. prefix .. AFTER_US, '[' .. prefix .. US, 'LIMIT', offset, count)
end

local function parse(member)
  local ns, id = string.match(member, '^c' .. US .. '([^' .. US .. ']*)' .. US .. '%d+' .. US .. '(.+)$')
  return ns, id
end

local function body_of(ns, id)
  local packed = call('HGET', bodies, path('c', ns, id))
  return packed and cmsgpack.unpack(packed)
end

-- The hash field a reference points to; nil where the value is inlined.
local function blob_of(ns, channel, ref)
  if string.sub(ref, 1, 1) == '@' then return path('b', ns, string.sub(ref, 2), channel) end
end

local function remove_writes(members)
  for _, member in ipairs(members) do
    call('HDEL', bodies, member)
    call('ZREM', index, member)
  end
end

local function refresh(ttl_s)
  if tonumber(ttl_s) > 0 then
    call('EXPIRE', bodies, ttl_s)
    call('EXPIRE', index, ttl_s)
  end
end

-- True where `fence` is exactly the session's; '' is a saver that isn't fenced. The first write under a new fence
-- removes the writes that came before a checkpoint which, its writer being fenced off, can't come any more.
local function owns(fence)
  if fence == '' then return true end
  if call('HGET', KEYS[3], 'fence') ~= fence then return false end
  if call('HGET', bodies, 'fence') ~= fence then
    local orphans = {}
    for _, member in ipairs(below('w')) do
      local ns, id = string.match(member, '^w' .. US .. '([^' .. US .. ']*)' .. US .. '([^' .. US .. ']+)')
      if call('HEXISTS', bodies, path('c', ns, id)) == 0 then orphans[#orphans + 1] = member end
    end
    remove_writes(orphans)
    call('HSET', bodies, 'fence', fence)
  end
  return true
end
