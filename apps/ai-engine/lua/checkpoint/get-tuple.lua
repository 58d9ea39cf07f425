-- Reads a checkpoint with its values and pending writes.
--
-- KEYS  bodies, index
-- ARGV  ns, id ('' = the one written last), ttl in s (0 = none)
-- Returns nil where there is none, else { id, parent ('' = none), head, { channel, value, … }, { task, idx, path, channel, value, … } };
--         a value that is lost is nil

-- @include prelude
local ns, id, ttl_s = unpack(ARGV)

if id == '' then
  local members = latest(ns, 0, 1)
  if #members == 0 then return false end
  local _, last = parse(members[1])
  id = last
end
local body = body_of(ns, id)
if not body then return false end

local values = {}
for channel, ref in pairs(body.refs) do
  local blob = blob_of(ns, channel, ref)
  values[#values + 1] = channel
  values[#values + 1] = blob and call('HGET', bodies, blob) or not blob and string.sub(ref, 2)
end

local writes = {}
for _, field in ipairs(below(path('w', ns, id))) do
  for _, part in ipairs(cmsgpack.unpack(call('HGET', bodies, field))) do
    writes[#writes + 1] = part
  end
end

refresh(ttl_s)
return { id, body.parent, body.head, values, writes }
