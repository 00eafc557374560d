import { t } from '../../texts/webhook.ts';

/** Explains an outcome of an attempt and says where to look (docs/webhooks.md, "Outcomes"). */
export function explain(outcome: string): { readonly isGood: boolean; readonly meaning: string } {
  return { isGood: /^2\d\d$/.test(outcome), meaning: t.outcomeOf[kindOf(outcome)] };
}

function kindOf(outcome: string): keyof typeof t.outcomeOf {
  if (Object.hasOwn(t.outcomeOf, outcome)) return outcome as keyof typeof t.outcomeOf;
  const status = Number(outcome);
  if (!(status >= 200)) return 'unknown';
  return status < 300 ? 'accepted' : status < 400 ? 'redirected' : 'refused';
}
