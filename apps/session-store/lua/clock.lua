-- Fragment: times in ms, as text.
-- @include now-ms
local function ms_after(now, ms)
  return string.format('%.0f', tonumber(now) + tonumber(ms))
end
