/** The columns of the export. New ones come at the end (decisions 12). */
export const CSV_HEADER = 'date,episode_id,episode_title,downloads,unique_listeners,is_final\r\n';

/**
 * A text as a cell (RFC 4180): quoted where it must be. One that a spreadsheet would run as a formula gets an apostrophe first
 * (OWASP, "CSV Injection").
 */
export function csvCell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
