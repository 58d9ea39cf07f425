// What the console is looked at with.
const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

export const LOOKS = [
  { name: 'desktop-light', viewport: DESKTOP, colorScheme: 'light', lang: 'en' },
  { name: 'desktop-dark', viewport: DESKTOP, colorScheme: 'dark', lang: 'zh' },
  { name: 'phone-light', viewport: PHONE, colorScheme: 'light', lang: 'zh' },
  { name: 'phone-dark', viewport: PHONE, colorScheme: 'dark', lang: 'en' },
];
