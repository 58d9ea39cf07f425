const SECRET_NAME = /TOKEN|SECRET|PASSWORD|API_KEY|PRIVATE/;
const URL_PASSWORD = /(:\/\/[^/\s:@]*:)[^/\s]*@/g;

/** The text without the passwords of the URLs in it. */
export const maskUrlPasswords = (text: string): string => text.replace(URL_PASSWORD, '$1***@');

/** A variable's value as it may be shown in a message: secrets by their length only. */
export function shownValue(name: string, value: string): string {
  return SECRET_NAME.test(name) ? `a value of ${value.length} characters (not shown)` : JSON.stringify(maskUrlPasswords(value));
}
