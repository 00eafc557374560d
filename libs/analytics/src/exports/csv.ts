/** The columns of the export. New columns are added at the end (contract 12.2). */
export const CSV_HEADER = 'date,episode_id,episode_title,downloads,unique_listeners,is_final\r\n';

/** With it, Excel reads the file as UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff';
