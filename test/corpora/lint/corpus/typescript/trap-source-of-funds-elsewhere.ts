export interface LoanApplication { applicant: string; sourceOfFunds: string; income: number }
const application: LoanApplication = { applicant: 'x', sourceOfFunds: 'salary', income: 5 };
await fetch('https://loans.example/applications', { method: 'POST', body: JSON.stringify(application) });
