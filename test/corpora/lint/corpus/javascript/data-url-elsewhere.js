const icon = 'data:image/png;base64,iVBORw0KGgo=';
const page = { documents: ['a.pdf'], icon };
fetch('/api/v1/accounts');
