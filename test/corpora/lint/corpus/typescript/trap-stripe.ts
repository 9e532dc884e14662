import Stripe from 'stripe';
const stripe = new Stripe(process.env.STRIPE_KEY!);
export const charge = (amount: number) => stripe.paymentIntents.create({ amount, currency: 'usd', customer: 'cus_1' });
export const move = (amount: number) => stripe.transfers.create({ amount, currency: 'usd', destination: 'acct_1' });
