import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';

export const byStripe = (raw: Buffer, headers: Record<string, string>, secret: string): unknown =>
  Stripe.webhooks.constructEvent(raw, headers['x-service-signature'] ?? '', secret);

export const byStandardWebhooks = (raw: Buffer, headers: Record<string, string>, secret: string): unknown =>
  new Webhook(secret).verify(raw, headers);
