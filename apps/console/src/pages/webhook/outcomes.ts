import { t } from '../../texts/webhook.ts';

/** Explains an outcome of an attempt and says where to look (docs/webhooks.md, "Outcomes"). */
type Outcome = { readonly isGood: boolean; readonly meaning: string; readonly check?: string };

export function explain(outcome: string): Outcome {
  return { isGood: /^2\d\d$/.test(outcome), ...t.outcomeOf[kindOf(outcome)] };
}

function kindOf(outcome: string): keyof typeof t.outcomeOf {
  if (Object.hasOwn(t.outcomeOf, outcome)) return outcome as keyof typeof t.outcomeOf;
  const status = Number(outcome);
  if (!(status >= 200)) return 'unknown';
  return status < 300 ? 'accepted' : status < 400 ? 'redirected' : 'refused';
}
