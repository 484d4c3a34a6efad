@order
Feature: Receipt
  A buyer keeps a receipt.

  Scenario: The receipt is downloaded
    Given I am on "/order/confirmed?order=JO-4711&basket=walnut-board.1"
    When I click the "Reject all" button
    And I click the "Download the receipt" link
    Then the file "receipt.txt" is downloaded
