const request = require('request');
module.exports.send = function (transfer, done) {
  request.post({
    url: process.env.HOST + '/api/v1/transfers',
    json: { customerId: transfer.customer, amount: transfer.value, memo: transfer.memo },
  }, done);
};
