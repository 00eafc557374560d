/** The columns of the export. New columns are added at the end (contract 12.2). */
export const CSV_HEADER = 'date,episode_id,episode_title,downloads,unique_listeners,is_final\r\n';

/**
 * A text as a cell (RFC 4180), quoted where necessary. A text that a spreadsheet would run as a formula gets a leading apostrophe
 * (OWASP, "CSV Injection").
 */
export function csvCell(text: string): string {
  const escaped = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped;
}
