import { Meter } from '@base-ui/react/meter';
import { useQuery } from '@tanstack/react-query';
import { quotaQuery } from '../../api/videos.ts';
import { asDuration } from '../../parts/format.ts';
import { Loading, Problem } from '../../parts/states.tsx';
import { t } from '../../texts/language.ts';

/** How much of the quota is used, with the mark at which notifications say that it is low. */
export function QuotaGauge({ refetchInterval }: { readonly refetchInterval: number | false }) {
  const { data: quota, error, refetch } = useQuery({ ...quotaQuery, refetchInterval });
  if (!quota) return error ? <Problem error={error} retry={refetch} /> : <Loading />;
  const { used_seconds: used, available_seconds: allowance, remaining_seconds: remaining, usage_percent: percent, low } = quota;
  return (
    <Meter.Root
      className={low ? 'quota quota-low' : 'quota'}
      value={Math.min(percent, 100)}
      getAriaValueText={() => t('{0} % used, {1} left', percent, asDuration(remaining))}
    >
      <Meter.Label className="strong">{t('Video quota')}</Meter.Label>
      <span className="number">{t('{0} of {1} used ({2} %)', asDuration(used), asDuration(allowance), percent)}</span>
      <Meter.Track className="quota-track">
        <Meter.Indicator className="quota-used" />
        <span className="quota-mark" aria-hidden="true" data-label="90 %" />
      </Meter.Track>
      <span className="hint">
        {t('{0} left, in hours, minutes and seconds of video.', asDuration(remaining))}
        {low && ` ${t('The quota is low: 90 % or more is used.')}`}
      </span>
    </Meter.Root>
  );
}
