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
  const { used_seconds: seconds, available_seconds: allowance, remaining_seconds: remaining, usage_percent: percent, low } = quota;
  const used = t('{0} of {1} used ({2} %)', asDuration(seconds), asDuration(allowance), percent);
  return (
    <Meter.Root className={low ? 'quota quota-low' : 'quota'} value={Math.min(percent, 100)} getAriaValueText={() => used}>
      <Meter.Label className="strong">{t('Video quota')}</Meter.Label>
      <span className="number">{used}</span>
      <Meter.Track className="track">
        <Meter.Indicator />
        <span className="quota-mark" aria-hidden="true" />
      </Meter.Track>
      <span className="hint">
        {t('{0} left, in hours, minutes and seconds of video.', asDuration(remaining))}
        {low && ` ${t('The quota is low: 90 % or more is used.')}`}
      </span>
    </Meter.Root>
  );
}
