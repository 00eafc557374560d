import { Meter } from '@base-ui/react/meter';
import { useQuery } from '@tanstack/react-query';
import { quotaQuery } from '../../api/videos.ts';
import { asDuration } from '../../parts/format.ts';
import { Problem } from '../../parts/problem.tsx';
import { Loading } from '../../parts/states.tsx';
import { t } from '../../texts/videos.ts';

/** How much of the quota is used, with the mark at which notifications say that it is low. */
export function QuotaGauge({ refetchInterval }: { readonly refetchInterval: number | false }) {
  const { data: quota, error, refetch } = useQuery({ ...quotaQuery, refetchInterval });
  if (!quota) return error ? <Problem error={error} retry={refetch} /> : <Loading />;
  const { used_seconds: used, available_seconds: allowance, remaining_seconds: remaining, usage_percent: percent, low } = quota;
  return (
    <Meter.Root
      className={low ? 'quota quota-low' : 'quota'}
      value={Math.min(percent, 100)}
      getAriaValueText={() => t.quotaValue(percent, asDuration(remaining))}
    >
      <Meter.Label className="strong">{t.quota}</Meter.Label>
      <span className="number">{t.quotaUsed(asDuration(used), asDuration(allowance), percent)}</span>
      <Meter.Track className="quota-track">
        <Meter.Indicator className="quota-used" />
        <span className="quota-mark" aria-hidden="true" data-label="90 %" />
      </Meter.Track>
      <span className="hint">
        {t.quotaLeft(asDuration(remaining))}
        {low && t.quotaLow}
      </span>
    </Meter.Root>
  );
}
