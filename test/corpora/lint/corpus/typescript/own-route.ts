import express from 'express';
const app = express();
app.get('/current-tenant', (req, res) => res.json({ id: req.tenant.id }));
app.get('/internal/current-tenant/theme', theme);
