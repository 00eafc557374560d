export { Download } from './download.entity.js';
export { DownloadsModule } from './downloads.module.js';
export { ListenerExpiry } from './counting/listener-expiry.js';
export { downloadsPersistence } from './persistence.js';
export { DOWNLOAD_PARTITIONS, DownloadPartitions } from './download-partitions.js';
