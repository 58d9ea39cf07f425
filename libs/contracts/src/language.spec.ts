import { languageOf } from './language.js';

describe('languageOf', () => {
  it.each<[string | undefined, 'zh' | 'en']>([
    [undefined, 'zh'],
    ['', 'zh'],
    ['en', 'en'],
    ['en-US,en;q=0.9,zh;q=0.8', 'en'],
    ['zh-CN,zh;q=0.9,en;q=0.8', 'zh'],
    ['fr, de, en', 'en'],
    ['fr', 'zh'],
    ['EN-gb', 'en'],
    ['en;q=0, zh', 'zh'],
    ['en;q=0.0', 'zh'],
    ['*', 'zh'],
    ['english', 'zh'],
    [',;,', 'zh'],
  ])('Accept-Language %j → %s', (header, language) => {
    expect(languageOf(header, 'zh')).toBe(language);
  });

  it('the default is the configured one', () => {
    expect(languageOf('fr', 'en')).toBe('en');
  });
});
