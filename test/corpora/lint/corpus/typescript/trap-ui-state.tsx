import { payments } from './api'; // receiverAmount is sent
const initial = { amount: '', customerId: '', memo: '', documents: [] };
export function Form() { const [state, setState] = useState(initial); return <Input value={state.amount} />; }
