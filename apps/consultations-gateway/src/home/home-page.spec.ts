import { homePage } from './home-page.js';

const facts = { origin: 'http://localhost:3000', apiPath: '/api/v1/consultations' };

describe('homePage', () => {
  it('shows the agents, and commands with one of them', () => {
    const page = homePage({ ...facts, agents: [{ agent_id: 'loan-dispute', name: { zh: '民间借贷', en: 'Loans' } }] });
    expect(page).toContain('<li><code>loan-dispute</code> 民间借贷 / Loans</li>');
    expect(page).toContain('curl -N http://localhost:3000/api/v1/consultations/sessions/demo/chat');
    expect(page).toContain('&quot;agent_id&quot;:&quot;loan-dispute&quot;');
  });

  it('tells how to build the console', () => {
    expect(homePage(facts)).toContain('node tools/build.mjs');
  });

  it('an agent named like markup → text', () => {
    const page = homePage({ ...facts, agents: [{ agent_id: 'x', name: { en: '<script>alert("1")</script>' } }] });
    expect(page).not.toContain('<script>');
  });

  it('no engine has answered yet → says so', () => {
    expect(homePage(facts)).toContain('No engine has answered yet');
  });
});
