import { Meter } from '@base-ui/react/meter';
import { useQuery } from '@tanstack/react-query';
import { quotaQuery } from '../../api/videos.ts';
import { asDuration } from '../../parts/format.ts';
import { Problem } from '../../parts/problem.tsx';
import { Loading } from '../../parts/states.tsx';

/** How much of the quota is used, with the mark at which notifications say that it is low. */
export function QuotaGauge() {
  const { data: quota, error, refetch } = useQuery(quotaQuery);
  if (!quota) return error ? <Problem error={error} retry={refetch} /> : <Loading label="Loading the quota" rows={1} />;
  const { used_seconds: used, available_seconds: allowance, remaining_seconds: remaining, usage_percent: percent, low } = quota;
  return (
    <Meter.Root
      className={low ? 'quota quota-low' : 'quota'}
      value={Math.min(percent, 100)}
      getAriaValueText={() => `${percent} % used, ${asDuration(remaining)} left`}
    >
      <Meter.Label className="quota-label">Video quota</Meter.Label>
      <span className="number">
        {asDuration(used)} of {asDuration(allowance)} used ({percent} %)
      </span>
      <Meter.Track className="quota-track">
        <Meter.Indicator className="quota-used" />
        <span className="quota-mark" aria-hidden="true" data-label="90 %" />
      </Meter.Track>
      <span className="hint">
        {asDuration(remaining)} left, in hours, minutes and seconds of video{low && '. The quota is low: 90 % or more is used'}
      </span>
    </Meter.Root>
  );
}
