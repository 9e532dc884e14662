import { requireApproval } from './rules';
export class Payout { amount = 0; source = ''; destination = ''; documents: string[] = []; }
