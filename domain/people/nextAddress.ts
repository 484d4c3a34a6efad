// Decides which page to open after signing in.

/** Maximum length in characters. The longest address is that of connecting an app, which contains the app's complete request in base64. */
export const MAX_NEXT = 8_200;

/**
 * Returns the address if it is within the dashboard, otherwise "/", because any other address could belong to an attacker. Browsers drop
 * tabs and line breaks in addresses.
 */
export function nextAddress(next: string | undefined): string {
  return next !== undefined && /^\/(?![/\\])[^\\\t\r\n]*$/.test(next) ? next : "/";
}
