import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Alert, App, Badge, Button, Checkbox, ConfigProvider, Drawer, Dropdown, Input, Popconfirm, Radio, Select, Segmented, Skeleton, Tag, Tooltip, theme } from 'antd';
import Markdown from 'react-markdown';
import gfm from 'remark-gfm';
import { createClient } from '@parley/client';
import { useConsultation, ParleyProvider } from '@parley/client/react';
const client = createClient({ baseUrl: '' });
function X() { const c = useConsultation('x'); return <div>{c.messages.length}<Alert /><Badge /><Button /><Checkbox.Group /><Drawer /><Dropdown /><Input.TextArea /><Popconfirm title="" /><Radio.Group /><Select /><Segmented options={[]} /><Skeleton /><Tag /><Tooltip /><Markdown remarkPlugins={[gfm]}>{'x'}</Markdown></div>; }
createRoot(document.getElementById('root')!).render(<StrictMode><ConfigProvider theme={{ algorithm: theme.darkAlgorithm }}><App><ParleyProvider client={client}><X /></ParleyProvider></App></ConfigProvider></StrictMode>);
