// The main states of the console, in the order in which a consultation comes to them.
const CASE = {
  en: 'A friend borrowed 50,000 yuan from me on 2023-05-01. There is an IOU, and he does not pay it back. Can I sue him?',
  zh: '朋友在2023年5月1日向我借了5万元，有借条，一直不还。我可以起诉他吗？',
};
const PARTIES = { en: ['Li Si', 'Zhang San'], zh: ['李四', '张三'] };
const QUESTIONS = {
  en: ['What does a lawyer cost?', 'How long does it take?'],
  zh: ['律师费大概要多少？', '一般需要多长时间？'],
};

const say = async (page, text) => {
  await page.locator('.composer textarea').fill(text);
  await page.locator('.composer textarea').press('Enter');
};
const field = (page, nth) => page.locator('.card input').nth(nth);
const submit = (page) => page.locator('.card button[type=submit]').click();

/** Each: `{ name, play(page, { lang, isPhone }) }`; the picture is taken when `play` is done, and the next one goes on from there. */
export const SCENES = [
  {
    name: 'welcome',
    play: async (page) => {
      await page.locator('input[value="loan-dispute"]').check();
      await page.locator('.composer textarea').focus();
    },
  },
  {
    name: 'card',
    play: async (page, { lang }) => {
      await say(page, CASE[lang]);
      await field(page, 0).fill(PARTIES[lang][0]);
      await field(page, 1).fill(PARTIES[lang][1]);
      await field(page, 2).fill('110101');
      await submit(page);
      await page.locator('.field-error:not(:empty)').waitFor();
    },
  },
  {
    name: 'confirm',
    play: async (page) => {
      await field(page, 2).fill('11010119900101001X');
      await submit(page);
      await page.locator('[data-review=confirm]').waitFor();
    },
  },
  {
    name: 'answer',
    play: async (page) => {
      await page.locator('.card .ant-btn-primary').click();
      await page.locator('.message-agent[data-state=done] .markdown').waitFor();
    },
  },
  {
    name: 'inspector',
    play: async (page, { isPhone }) => {
      await page.locator('.page-header button').last().click();
      await page.locator('.event-row').first().waitFor();
      await page.locator('.inspector-tools input').uncheck();
      await page.locator('.event-name[data-event=run]').last().click();
      await page.locator('.inspector-detail').waitFor();
      return async () => {
        await page.locator('.inspector-head button').last().click();
        if (isPhone) await page.locator('.inspector').waitFor({ state: 'detached' });
      };
    },
  },
  {
    name: 'workbench',
    play: async (page, { lang, origin }) => {
      for (const question of QUESTIONS[lang]) {
        await page.goto(`${origin}/#/`);
        await page.locator('input[value="loan-dispute"]').check();
        await say(page, question);
        await page.locator('.card').waitFor();
      }
      await page.goto(`${origin}/#/workbench`);
      await page
        .locator('a.entry')
        .nth(QUESTIONS[lang].length - 1)
        .waitFor();
      await page
        .locator('.entry-text .muted')
        .nth(2 * QUESTIONS[lang].length - 1)
        .waitFor();
    },
  },
];
